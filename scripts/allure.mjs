// Fetches Allure into the user's cache folder, for the test that lets it make a report of our results; after a build.
import { installAllure } from '../dist/modules/src/report/testing/allure-command.js'

await installAllure(line => console.log(line))
