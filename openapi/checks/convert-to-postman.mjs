// Converts the OpenAPI document with openapi-to-postmanv2 and fails unless the collection has every operation.
import { readFileSync } from 'node:fs';
import converter from 'openapi-to-postmanv2';

const [file] = process.argv.slice(2);
const document = JSON.parse(readFileSync(file, 'utf8'));
const conversion = await new Promise((resolve, reject) => {
  converter.convertV2({ type: 'json', data: document }, { parametersResolution: 'Example' }, (error, result) =>
    error ? reject(error) : resolve(result),
  );
});
if (!conversion.result) throw new Error(`${file} cannot be converted: ${conversion.reason}`);

const requestsOf = (item) => item.item?.flatMap(requestsOf) ?? [item.request];
const converted = conversion.output
  .flatMap(({ data }) => requestsOf(data))
  .map(({ method, url }) => `${method} /${url.path.join('/').replace(/:(\w+)/g, '{$1}')}`)
  .sort();
const documented = Object.entries(document.paths)
  .flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`))
  .sort();
if (JSON.stringify(converted) !== JSON.stringify(documented)) {
  const missing = documented.filter((operation) => !converted.includes(operation));
  throw new Error(`${file}: the collection has ${converted.length} requests; missing: ${missing.join(', ')}`);
}
console.log(`${file}: a Postman collection with ${converted.length} requests`);
