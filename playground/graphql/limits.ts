/** A query of more tokens than this is refused: nobody needs one, and it could be made to run for minutes. */
export const maximumTokens = 2000
