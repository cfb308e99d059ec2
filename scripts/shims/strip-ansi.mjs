// Help texts carry no escape sequences.
export default text => text
