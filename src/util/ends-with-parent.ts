/** The variable of the environment by which a parent that keeps a channel asks a run to end with it. */
export const endsWithParent = 'APITEST_ENDS_WITH_PARENT'
