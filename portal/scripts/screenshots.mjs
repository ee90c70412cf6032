// Takes the pictures of the README from a demo platform, in the light and the dark mode: see scripts/screenshots.

import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { chromium } from '@playwright/test';

const [folder] = process.argv.slice(2);
const { FOLKMOOT_URL: url, FOLKMOOT_TOKEN: token, FOLKMOOT_ADMIN_KEY: key } = process.env;
const { FOLKMOOT_CLIENT_ID: id, FOLKMOOT_CLIENT_SECRET: secret } = process.env;
const size = { width: 1280, height: 800 };
/** All six pictures have 200 kB. */
const maximumBytes = 33_000;

/** What is shown, by the name of the picture. */
const views = {
  async portal(page) {
    await page.goto(url);
  },
  async operation(page) {
    await page.goto(`${url}/api/ideas/list`);
    await page.getByRole('button', { name: 'Try it' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Try it' });
    await dialog.getByLabel('Client ID').fill(id);
    await dialog.getByLabel('Client secret').fill(secret);
    await dialog.getByRole('button', { name: 'Get token' }).click();
    await dialog.getByText('The token stays in memory').waitFor();
    await dialog.getByLabel('page_size').fill('3');
    await dialog.getByRole('button', { name: 'Send request' }).click();
    const status = dialog.getByText(/200.* in \d+ ms/);
    await status.waitFor();
    await status.scrollIntoViewIfNeeded();
  },
  async console(page) {
    await page.goto(`${url}/admin`);
    await page.getByLabel('Admin key').fill(key);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.locator('.skeleton').first().waitFor({ state: 'detached' });
  },
};

/** The picture as WebP, in the best quality that is small enough. */
async function webp(page, png) {
  for (let quality = 0.9; quality > 0.2; quality -= 0.05) {
    const encoded = await page.evaluate(
      async ([source, quality]) => {
        const image = new Image();
        image.src = `data:image/png;base64,${source}`;
        await image.decode();
        const canvas = new OffscreenCanvas(image.width, image.height);
        canvas.getContext('2d').drawImage(image, 0, 0);
        const blob = await canvas.convertToBlob({ type: 'image/webp', quality });
        return btoa(String.fromCharCode(...new Uint8Array(await blob.arrayBuffer())));
      },
      [png.toString('base64'), quality],
    );
    const content = Buffer.from(encoded, 'base64');
    if (content.length <= maximumBytes) return content;
  }
  throw new Error(`no quality makes the picture smaller than ${maximumBytes} bytes`);
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
const encoder = await browser.newPage();
for (const mode of ['light', 'dark']) {
  for (const [name, show] of Object.entries(views)) {
    const context = await browser.newContext({ viewport: size, colorScheme: mode, reducedMotion: 'reduce' });
    // The portal follows the choice of its reader, and the console the system.
    await context.addInitScript((theme) => localStorage.setItem('theme', theme), mode);
    const page = await context.newPage();
    await show(page);
    await page.waitForLoadState('networkidle');
    const content = await webp(encoder, await page.screenshot());
    writeFileSync(path.join(folder, `${name}-${mode}.webp`), content);
    await context.close();
  }
}
await browser.close();
