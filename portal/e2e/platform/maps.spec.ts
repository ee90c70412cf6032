import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { portal } from '../support/build';
import { titled } from '../support/guides';
import { type Platform, startPlatform } from '../support/platform';
import { type ApiRecord, idsOf, readAll } from '../support/records';
import { serveSite } from '../support/server';
import { expectShown } from '../support/shown';
import { createWorkspace, type Workspace } from '../support/workspace';

const guide = 'guides/use-maps';

interface Feature {
  id: string;
  geometry: { type: string; coordinates: [number, number] };
  properties: Record<string, unknown>;
}

test.describe.configure({ mode: 'serial' });

let platform: Platform;
let workspace: Workspace;
let token: string;
let ideas: ApiRecord[];

test.beforeAll(async () => {
  platform = await startPlatform();
  workspace = createWorkspace(platform);
  token = await platform.token();
  ideas = (await readAll(platform, 'ideas')).filter((idea) => idea.location_point !== null);
});

test.afterAll(async () => {
  await platform.stop();
  workspace.remove();
});

const run = (title: string) => workspace.shell(platform.filledIn(titled(guide, title)), { TOKEN: token });

const featuresOf = (text: string) => (JSON.parse(text) as { features: Feature[] }).features;
const layer = (name: string) => featuresOf(workspace.read(`${name}.geojson`));

test('the layers contain every record with a point, as the guide shows it', async () => {
  await run('Three layers');
  expect(ideas).not.toEqual([]);
  expect(idsOf(layer('ideas'))).toEqual(idsOf(ideas));
  for (const { id, geometry } of layer('ideas')) {
    const [x, y] = geometry.coordinates;
    const point = ideas.find((idea) => idea.id === id)?.location_point;
    expect(point).toBe(`POINT (${x.toFixed(5)} ${y.toFixed(5)})`);
  }
  expect(layer('events')).not.toEqual([]);
  expect(layer('projects')).not.toEqual([]);
  const shown = JSON.parse(titled(guide, 'A feature')) as Feature;
  const [feature] = layer('ideas');
  expect(Object.keys(feature ?? {})).toEqual(Object.keys(shown));
  expect(Object.keys(feature?.properties ?? {}).toSorted()).toEqual(Object.keys(shown.properties).toSorted());
  expectShown({ type: 'Feature', geometry: { type: 'Point' } }, feature);
});

test('a rectangle limits a layer, also across the date line', async () => {
  await run('Ideas in a part of the town');
  const within = async (bbox: string) => {
    const url = `${platform.address}/api/v2/ideas?format=geojson&bbox=${bbox}`;
    const response = await fetch(url, { headers: { Authorization: `Bearer ${token}` } });
    return featuresOf(await response.text()).length;
  };
  expect(await within('-180,-90,180,90')).toBe(ideas.length);
  expect(await within('170,-90,-170,90')).toBe(0);
  // From the Pacific eastwards to Europe.
  expect(await within('170,-90,20,90')).toBe(ideas.length);
});

test('the request to OGC API – Features returns features', async () => {
  const found = JSON.parse(await run('Ideas of November in a part of the town'));
  expect(found).toMatchObject({ type: 'FeatureCollection', numberMatched: expect.any(Number) });
});

test('GDAL converts the layer, the service and the CSV file with the commands of the guide', async () => {
  await run('Shapefile in Belgian Lambert 2008 from GeoJSON');
  await run('GeoPackage from OGC API – Features');
  await run('GeoPackage from CSV');
  const expected = summaryOf(layer('ideas'));
  expect(await workspace.shell('ogrinfo -so -al ideas_lambert')).toContain('Belgian Lambert 2008');
  for (const file of ['ideas_lambert', 'ideas.gpkg', 'ideas_from_csv.gpkg']) {
    expect(await converted(file), file).toEqual(expected);
  }
});

/** What GDAL reads from the layer `ideas` of a file; rows of CSV can have no point. */
async function converted(file: string) {
  const command = `ogr2ogr -f GeoJSON -t_srs EPSG:4326 -lco COORDINATE_PRECISION=5 /vsistdout/ ${file} ideas`;
  const features = featuresOf(await workspace.shell(command));
  return summaryOf(features.filter(({ geometry }) => geometry));
}

/** The likes and the coordinates of features; shapefiles shorten names and texts. */
const summaryOf = (list: Feature[]) =>
  list
    .map(({ geometry, properties }) => {
      const [longitude, latitude] = geometry.coordinates.map((number) => number.toFixed(5));
      return `${longitude} ${latitude} ${properties.likes_count ?? properties.likes_coun}`;
    })
    .toSorted();

test('the web page shows a marker for each public idea, with the Leaflet that it names and its key', async ({
  page,
}) => {
  const server = await serveSite(workspace.directory, 0);
  const { port } = server.address() as { port: number };
  const origin = `http://127.0.0.1:${port}`;
  const { publishable_key: key } = JSON.parse(
    platform.run('clients', 'create', 'Map', '--publishable', '--origins', origin, '--json'),
  );
  // A server knows a new key within a second.
  await expect
    .poll(async () => (await fetch(`${platform.address}/api/v2/ideas?key=${key}`)).status)
    .toBe(200);
  const html = platform.filledIn(titled(guide, 'map.html')).replace('fmp_YOUR_KEY', key);
  writeFileSync(path.join(workspace.directory, 'map.html'), html);
  await page.route('https://unpkg.com/leaflet@1.9.4/**', (route) => {
    const file = new URL(route.request().url()).pathname.replace('/leaflet@1.9.4/', '');
    const headers = { 'Access-Control-Allow-Origin': '*' };
    return route.fulfill({ path: path.join(portal, 'node_modules/leaflet', file), headers });
  });
  await page.route('https://tile.openstreetmap.org/**', (route) => route.abort());
  const response = page.waitForResponse(/format=geojson/);
  await page.goto(`${origin}/map.html`);
  const features = featuresOf(await (await response).text());
  expect(features).not.toEqual([]);
  const markers = page.locator('path.leaflet-interactive');
  await expect(markers).toHaveCount(features.length);
  await markers.first().dispatchEvent('click');
  await expect(page.locator('.leaflet-popup-content a')).toHaveAttribute('href', /^https:/);
  server.closeAllConnections();
  server.close();
});
