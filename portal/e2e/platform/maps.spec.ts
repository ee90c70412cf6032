import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from '@playwright/test';
import { portal } from '../support/build';
import { blocksOf } from '../support/guides';
import { type Platform, startPlatform } from '../support/platform';
import { idsOf, readAll } from '../support/records';
import { serveSite } from '../support/server';
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

test.beforeAll(async () => {
  platform = await startPlatform();
  workspace = createWorkspace(platform);
  workspace.write(guide, 'export_map.py', 'wktPoint.mjs', 'map.html');
});

test.afterAll(async () => {
  await platform.stop();
  workspace.remove();
});

const features = (layer: string) =>
  (JSON.parse(workspace.read(`${layer}.geojson`)) as { features: Feature[] }).features;

test('the export contains the public records with a location', async () => {
  await workspace.shell('python3 export_map.py');
  const projects = (await readAll(platform, 'projects')).filter(
    (project) => project.publication_status !== 'draft' && project.visible_to === 'public',
  );
  const ideas = (await readAll(platform, 'ideas')).filter(
    (idea) =>
      idea.location_point !== null &&
      idea.type === 'idea' &&
      idea.publication_status === 'published' &&
      projects.some(({ id }) => id === idea.project_id),
  );
  expect(ideas).not.toEqual([]);
  expect(idsOf(features('ideas'))).toEqual(idsOf(ideas));
  expect(idsOf(features('projects'))).toEqual(
    idsOf(projects.filter((project) => project.map_center_geojson !== null)),
  );
  expect(features('events')).not.toEqual([]);
  for (const { id, geometry } of features('ideas')) {
    const [x, y] = geometry.coordinates;
    const point = ideas.find((idea) => idea.id === id)?.location_point;
    expect(point).toBe(`POINT (${x.toFixed(5)} ${y.toFixed(5)})`);
  }
});

test('JavaScript and Python convert WKT to the same geometry', async () => {
  const { wktPoint } = (await import(pathToFileURL(path.join(workspace.directory, 'wktPoint.mjs')).href)) as {
    wktPoint(wkt: string): Feature['geometry'];
  };
  const ideas = await readAll(platform, 'ideas');
  for (const idea of features('ideas')) {
    const record = ideas.find(({ id }) => id === idea.id);
    expect(wktPoint(String(record?.location_point))).toEqual(idea.geometry);
  }
  expect(wktPoint('point(-4.5 50)')).toEqual({ type: 'Point', coordinates: [-4.5, 50] });
  expect(() => wktPoint('POINT EMPTY')).toThrow('not a WKT point');
});

test('GDAL converts the files with the commands of the guide', async () => {
  const commands = blocksOf(guide).filter(({ code }) => code.startsWith('ogr2ogr'));
  expect(commands).toHaveLength(2);
  for (const { code } of commands) await workspace.shell(code);

  const geoPackage = await converted('ideas.gpkg');
  expect(geoPackage).toEqual(summaryOf(features('ideas')));
  // The shapefile has other coordinates; GDAL knows their system and converts them back.
  const coordinates = await workspace.shell('ogrinfo -so -al ideas_lambert');
  expect(coordinates).toContain('Belgian Lambert 2008');
  expect(await converted('ideas_lambert')).toEqual(summaryOf(features('ideas')));
});

/** What GDAL reads from the layer `ideas` of a file. */
async function converted(file: string) {
  const command = `ogr2ogr -f GeoJSON -t_srs EPSG:4326 -lco COORDINATE_PRECISION=5 /vsistdout/ ${file} ideas`;
  return summaryOf((JSON.parse(await workspace.shell(command)) as { features: Feature[] }).features);
}

/** The likes and the coordinates of features; shapefiles shorten names and texts. */
const summaryOf = (list: Feature[]) =>
  list
    .map(({ geometry, properties }) => {
      const [longitude, latitude] = geometry.coordinates.map((number) => number.toFixed(5));
      return `${longitude} ${latitude} ${properties.likes_count ?? properties.likes_coun}`;
    })
    .toSorted();

test('the web page shows a marker for each idea, with the Leaflet that it names and without a token', async ({
  page,
}) => {
  const server = await serveSite(workspace.directory, 0);
  const { port } = server.address() as { port: number };
  await page.route('https://unpkg.com/leaflet@1.9.4/**', (route) => {
    const file = new URL(route.request().url()).pathname.replace('/leaflet@1.9.4/', '');
    const headers = { 'Access-Control-Allow-Origin': '*' };
    return route.fulfill({ path: path.join(portal, 'node_modules/leaflet', file), headers });
  });
  await page.route('https://tile.openstreetmap.org/**', (route) => route.abort());
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.goto(`http://127.0.0.1:${port}/map.html`);
  const markers = page.locator('path.leaflet-interactive');
  await expect(markers).toHaveCount(features('ideas').length);
  await markers.first().dispatchEvent('click');
  await expect(page.locator('.leaflet-popup-content a')).toHaveAttribute('href', /^https:/);
  expect(requests.some((url) => url.includes('/api/v2'))).toBe(false);
  server.closeAllConnections();
  server.close();
});
