import type { Generators } from './generator.ts'
import { integer, pick } from './random.ts'
import { word } from './words.ts'

const day = 24 * 60 * 60 * 1000

const fileExtension = () =>
  pick(
    'avi, bin, csv, doc, epub, gif, gz, html, jar, jpg, json, md, mp3, odt, pdf, png, svg, tar, txt, war, xml, zip',
  )
const commonFileExtension = () => pick('gif, html, jpeg, m2v, mp3, mp4, mpeg, pdf, png, wav')
const directory = () =>
  pick(
    '/bin, /etc, /home, /home/user, /lib, /media, /mnt, /opt, /opt/bin, /root, /srv, /tmp, /usr/bin, /usr/local/bin, /var/log',
  )
const baseName = () => `${word()}_${word()}`.replace(/[^a-z]+/gi, '_').toLowerCase()
const fileName = () => `${baseName()}.${fileExtension()}`

/** Databases, dates, files and folders. */
export const systems: Generators = {
  $randomDatabaseColumn: () =>
    pick(
      'avatar, category, comment, createdAt, email, group, id, name, password, phone, status, title, token, updatedAt',
    ),
  $randomDatabaseType: () =>
    pick(
      'bigint, binary, blob, boolean, date, datetime, decimal, double, float, int, text, time, timestamp, tinyint, varchar',
    ),
  $randomDatabaseCollation: () =>
    pick(
      'ascii_bin, ascii_general_ci, cp1250_bin, cp1250_general_ci, utf8_bin, utf8_general_ci, utf8_unicode_ci',
    ),
  $randomDatabaseEngine: () => pick('ARCHIVE, BLACKHOLE, CSV, InnoDB, MEMORY, MyISAM'),
  $randomDateFuture: () => dateText(1, 365 * day),
  $randomDatePast: () => dateText(-365 * day, -1),
  $randomDateRecent: () => dateText(-day, -1),
  $randomWeekday: () => pick('Monday, Tuesday, Wednesday, Thursday, Friday, Saturday, Sunday'),
  $randomMonth: () =>
    pick('January, February, March, April, May, June, July, August, September, October, November, December'),
  $randomFileName: fileName,
  $randomFileType: () => pick('application, audio, font, image, message, model, multipart, text, video'),
  $randomFileExt: fileExtension,
  $randomCommonFileName: () => `${baseName()}.${commonFileExtension()}`,
  $randomCommonFileType: () => pick('application, audio, image, text, video'),
  $randomCommonFileExt: commonFileExtension,
  $randomFilePath: () => `${directory()}/${fileName()}`,
  $randomDirectoryPath: directory,
  $randomMimeType: () =>
    pick(
      'application/json, application/pdf, application/zip, audio/mpeg, image/gif, image/png, text/csv, text/html, text/plain, video/mp4',
    ),
}

/** A moment so many milliseconds from now, written as Postman does: `Tue Mar 17 2020 13:11:50 GMT+0530 (...)`. */
function dateText(least: number, most: number): string {
  return new Date(Date.now() + integer(least, most)).toString()
}
