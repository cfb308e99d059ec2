const firstDay = Date.UTC(2025, 0, 6, 8, 0, 0)
const hour = 3_600_000

/** The instant a number of hours after Monday, 6 January 2025, 8:00: the day the shop opened. */
export function hoursAfterOpening(hours: number): string {
  return new Date(firstDay + hours * hour).toISOString()
}
