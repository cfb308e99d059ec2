/** Blocks of lines with an empty line between them; those without lines are left out. */
export function spaced<Line>(blocks: readonly (readonly (Line | string)[])[]): readonly (Line | string)[] {
  return blocks
    .filter(lines => lines.length > 0)
    .flatMap((lines, index) => (index === 0 ? lines : ['', ...lines]))
}
