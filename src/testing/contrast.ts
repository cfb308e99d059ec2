import type { Page } from 'playwright-core'

/** Contrast by WCAG 2 (https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio) of the first such text on its ground. */
export async function contrast(page: Page, selector: string): Promise<number> {
  const [text, ground] = await page.evaluate<[number[], number[]]>(`(() => {
    const element = document.querySelector('${selector}')
    let behind = element
    const color = e => getComputedStyle(e).backgroundColor
    while (behind.parentElement && color(behind) === 'rgba(0, 0, 0, 0)') behind = behind.parentElement
    const parts = text => text.match(/[\\d.]+/g).slice(0, 3).map(Number)
    return [parts(getComputedStyle(element).color), parts(color(behind))]
  })()`)
  const [light = 0, dark = 0] = [luminance(text), luminance(ground)].sort((left, right) => right - left)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(color: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = color.map(value => {
    const part = value / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
