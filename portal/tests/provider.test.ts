import { expect, test } from '@playwright/test';
import { strFromU8, unzipSync } from 'fflate';
import { defaults, type Provider } from '../provider';
import { archiveOf, fillArchive } from '../src/provider/archive';
import { type Encoding, encode } from '../src/provider/encodings';
import { fill } from '../src/provider/fill';
import { withProviderValues } from '../src/provider/scripts';
import { valuePlaceholders } from '../src/provider/valuePlaceholders';

const values: Provider = {
  ...defaults,
  name: `A "B" & 'C' <d>`,
  apiUrl: 'https://a.example?b=1&c',
  tagline: '',
};

const filled = (file: string, content: string) => fill(file, content, values);

/** What a browser computes from a script that `withProviderValues` returned. */
const evaluated = (script: string) =>
  new Function('valueOfProvider', `return ${withProviderValues(script)}`)(
    (key: keyof Provider, ...encodings: Encoding[]) => encodings.reduce(encode, values[key]),
  );

test('values are encoded for their context', () => {
  const text = `a "b" \\ <i>&'\`=\n`;
  expect(encode(text, 'html')).toBe('a&#32;&#34;b&#34;&#32;\\&#32;&#60;i&#62;&#38;&#39;&#96;&#61;&#10;');
  expect(encode(text, 'json')).toBe('a \\"b\\" \\\\ \\u003ci\\u003e\\u0026\'`=\\n');
  expect([encode(text, 'text'), encode(text, 'raw')]).toEqual([text, text]);
});

test('each position in a page has the encoding of its context', () => {
  const page = [
    '<!doctype html><meta content=ProviderValueName><meta content="x > ProviderValueName" title=\'y\'>',
    '<style>a{color:ProviderValuePrimaryColour}</style>',
    '<script type="application/ld+json">{"a":"ProviderValueName"}</script>',
    '<script id=provider-values type=application/json>{"announcement":"ProviderValueAnnouncement"}</script>',
    '<p title="ProviderValueAnnouncement">ProviderValueAnnouncement export a=ProviderValueName</p>',
  ].join('');
  const { content, positions } = filled('a/index.html', page);
  expect(positions.map(([, , key, encoding]) => `${key} ${encoding}`)).toEqual([
    'name html',
    'name html',
    'primaryColour text',
    'name json',
    'announcement json',
    'announcement html',
    'announcement raw',
    'name html',
  ]);
  expect(content).toContain(`<meta content="${encode(values.name, 'html')}">`);
  expect(content).toContain(`export a=${encode(values.name, 'html')}</p>`);
});

test('offsets and lengths count bytes', () => {
  const { content, positions } = filled('a.md', 'Größe: ProviderValueName, ProviderValueCopyrightYear');
  expect(positions).toEqual([
    [9, Buffer.byteLength(values.name), 'name', 'text'],
    [11 + Buffer.byteLength(values.name), 4, 'copyrightYear', 'text'],
  ]);
  expect(content).toBe(`Größe: ${values.name}, 2025`);
});

test('positions in an archive are those of its bytes, and its texts are filled', () => {
  const archive = archiveOf([
    ['a/ö.md', 'Größe: ProviderValueName'],
    ['a/empty.md', ''],
    ['b.bru', `${valuePlaceholders.apiUrl}\nProviderValueName`],
  ]);
  const { content, positions } = fillArchive(archive, values) ?? {};
  const bytes = Buffer.from(content ?? []);
  expect(
    positions?.map(([start, length, key]) => [key, bytes.subarray(start, start + length).toString()]),
  ).toEqual([
    ['name', values.name],
    ['apiUrl', values.apiUrl],
    ['name', values.name],
  ]);
  const texts = Object.values(unzipSync(bytes)).map((text) => strFromU8(text));
  expect(texts).toEqual([`Größe: ${values.name}`, '', `${values.apiUrl}\n${values.name}`]);
  expect(fillArchive(archiveOf([['a.md', 'no value']]), values)).toBeUndefined();
});

test('an empty value in an attribute without quotes does not change the next attribute', () => {
  expect(filled('a.html', '<meta content=ProviderValueTagline property=og:description>').content).toBe(
    '<meta content="" property=og:description>',
  );
});

test('files of other types have their encodings', () => {
  const encodingIn = (file: string) => filled(file, 'ProviderValueName').positions[0]?.[3];
  const files = ['a.xml', 'a.json', 'a.md', 'a.txt', 'examples/data/api/v2/ideas'];
  expect(files.map(encodingIn)).toEqual(['html', 'json', 'text', 'text', 'json']);
  expect(() => filled('a.svg', 'ProviderValueName')).toThrow('a.svg contains the provider value "name"');
  expect(() => filled('a.html', '<script>var a="ProviderValueName"</script>')).toThrow('in a script');
});

test('a changed placeholder fails the build', () => {
  for (const text of [
    '#about-providervaluename',
    'https%3A%2F%2Fapi-url.provider-value.inva',
    'PROVIDERVALUENAME',
  ]) {
    expect(() => filled('a.md', text), text).toThrow('A placeholder of a provider value was changed');
  }
});

test('strings in scripts become the values of the page', () => {
  expect(evaluated('"ProviderValueName"')).toBe(values.name);
  expect(
    evaluated(`["it's \\"ProviderValueName\\" \\n","https://api-url.provider-value.invalid/api"]`),
  ).toEqual([`it's "${values.name}" \n`, `${values.apiUrl}/api`]);
  expect(evaluated('typeof"ProviderValueName"')).toBe('string');
  expect(evaluated('`a ProviderValueName $' + '{1+1} ProviderValueCopyrightYear`')).toBe(
    `a ${values.name} 2 2025`,
  );
  expect(evaluated('`a\nProviderValueName`')).toBe(`a\n${values.name}`);
  expect(withProviderValues('"https://api-url.provider-value.invalid"')).not.toContain('https');
});

test('JSON in scripts remains valid', () => {
  const json = {
    a: 'x "ProviderValueName" \\ \'',
    b: ['https://api-url.provider-value.invalid'],
    c: 'plain',
  };
  const script = `JSON.parse(${JSON.stringify(JSON.stringify(json))})`;
  expect(evaluated(script)).toEqual({ a: `x "${values.name}" \\ '`, b: [values.apiUrl], c: 'plain' });
});

test('values in highlighted code are HTML', () => {
  const html = '<span class="hl-string">https://api-url.provider-value.invalid</span>';
  const expected = `<span class="hl-string">${encode(values.apiUrl, 'html')}</span>`;
  expect(evaluated(`(${JSON.stringify({ highlightedHtml: html })})`)).toEqual({ highlightedHtml: expected });
  expect(evaluated(`({exampleHtml:"ProviderValueName"})`)).toEqual({
    exampleHtml: encode(values.name, 'html'),
  });
  const script = `JSON.parse(${JSON.stringify(JSON.stringify({ html, text: 'ProviderValueName' }))})`;
  expect(evaluated(script)).toEqual({ html: expected, text: values.name });
});

test('names of properties cannot be values', () => {
  expect(() => withProviderValues('a={"ProviderValueName":1}')).toThrow('outside strings');
  expect(() => withProviderValues('a={ProviderValueName:1}')).toThrow('outside strings');
  expect(() => withProviderValues(`JSON.parse('{"ProviderValueName":1}')`)).toThrow('The name of a property');
});
