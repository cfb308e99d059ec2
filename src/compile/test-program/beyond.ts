/** The loss of a part of a program that was built for a target which can do more than this one. */
export function beyond({ kind }: { readonly kind: string }): Error {
  return new Error(`A program for this target has no ${kind}.`)
}
