// Takes the pictures of the README from a demo platform, in the light and the dark mode: see scripts/screenshots.

import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { chromium } from '@playwright/test';

const [folder] = process.argv.slice(2);
const { FOLKMOOT_URL: url, FOLKMOOT_TOKEN: token, FOLKMOOT_ADMIN_KEY: key } = process.env;
const { FOLKMOOT_CLIENT_ID: id, FOLKMOOT_CLIENT_SECRET: secret } = process.env;
const size = { width: 1280, height: 800 };
/** Of a picture in the README, which shows three beside each other. */
const pictureSize = { width: 1024, height: 640 };
/** Of all pictures together. */
const maximumBytes = 200_000;

/** What is shown, by the name of the picture. */
const views = {
  async portal(page) {
    await page.goto(url);
  },
  async operation(page) {
    await page.goto(`${url}/api/ideas/list`);
    await page.getByRole('button', { name: 'Try it' }).first().click();
    const dialog = page.locator('dialog[open]');
    await dialog.getByLabel('Client ID').fill(id);
    await dialog.getByLabel('Client secret').fill(secret);
    await dialog.getByRole('button', { name: 'Get token' }).click();
    await dialog.getByText('The token stays in memory').waitFor();
    await dialog.getByRole('button', { name: 'Send request' }).click();
    await dialog.getByText(/200.* in \d+ ms/).waitFor();
  },
  async console(page) {
    await page.goto(`${url}/admin`);
    await page.getByLabel('Admin key').fill(key);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.locator('.skeleton').first().waitFor({ state: 'detached' });
    await page.mouse.move(0, 0);
  },
};

/** A screenshot as WebP. */
async function webp(page, png, quality) {
  const encoded = await page.evaluate(
    async ([source, { width, height }, quality]) => {
      const image = new Image();
      image.src = `data:image/png;base64,${source}`;
      await image.decode();
      const canvas = new OffscreenCanvas(width, height);
      const context = canvas.getContext('2d');
      context.imageSmoothingQuality = 'high';
      context.drawImage(image, 0, 0, width, height);
      const blob = await canvas.convertToBlob({ type: 'image/webp', quality });
      return btoa(String.fromCharCode(...new Uint8Array(await blob.arrayBuffer())));
    },
    [png.toString('base64'), pictureSize, quality],
  );
  return Buffer.from(encoded, 'base64');
}

// The usage of the client is in the console.
for (let number = 1; number <= 60; number += 1) {
  await fetch(`${url}/api/v2/ideas?page_number=${(number % 8) + 1}`, {
    headers: { Authorization: `Bearer ${token}` },
  });
}
mkdirSync(folder, { recursive: true });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
const screenshots = [];
for (const mode of ['light', 'dark']) {
  for (const [name, show] of Object.entries(views)) {
    const context = await browser.newContext({ viewport: size, colorScheme: mode, reducedMotion: 'reduce' });
    // The portal follows the choice of its reader, and the console the system.
    await context.addInitScript((theme) => localStorage.setItem('theme', theme), mode);
    const page = await context.newPage();
    await show(page);
    await page.waitForLoadState('networkidle');
    screenshots.push({ name: `${name}-${mode}`, png: await page.screenshot() });
    await context.close();
  }
}
const encoder = await browser.newPage();
let pictures = [];
// The best quality with which all are small enough.
for (let quality = 0.9; quality > 0.1; quality -= 0.05) {
  pictures = await Promise.all(
    screenshots.map(async ({ name, png }) => ({ name, content: await webp(encoder, png, quality) })),
  );
  if (pictures.reduce((sum, { content }) => sum + content.length, 0) <= maximumBytes) break;
}
await browser.close();
for (const { name, content } of pictures) writeFileSync(path.join(folder, `${name}.webp`), content);
