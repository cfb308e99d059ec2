// Help texts are plain ASCII: a character is a column.
export default text => text.length
