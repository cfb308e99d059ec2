/** Stands first in what the prelude writes to the console, so that it is not taken for a line of the script. */
export const testMark = '\u0000test'

const mark = JSON.stringify(testMark)

/**
 * Put before every script, in its first line. A test that is given a callback and never calls it, or a promise that is
 * never kept, would leave no trace in Postman's sandbox; here it is told when it begins and when it ends.
 */
const prelude = `;(function(){var test=pm.test,count=0;pm.test=function(name,run){
if(typeof run!=="function"||!run.length&&run.constructor.name!=="AsyncFunction")return test.call(pm,name,run);
var key=++count,body=run.length?run:function(done){run().then(function(){done()},done)},
close=function(){console.debug(${mark},"closed",key)};console.debug(${mark},"open",key,String(name));
return test.call(pm,name,function(done){try{return body(function(error){close();done(error)})}
catch(error){close();throw error}})};
pm.test.skip=test.skip;pm.test.index=test.index})();`.replaceAll('\n', '')

/** Postman's word for a script that wants none of the old names; it must stay the first. */
const plainScript = /^(['"])use sandbox2\1;/

/** A script with the prelude in its first line. */
export function withPrelude(source: string): string {
  const [first = ''] = plainScript.exec(source) ?? []
  return first + prelude + source.slice(first.length)
}
