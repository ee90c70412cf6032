import { existsSync } from 'node:fs';

/** The engine of Debian's Chromium without windows: a new context, which each test has, costs it far less. */
const withoutWindows = '/usr/bin/chromium-headless-shell';

/** How tests start the browser. The environment variable `CHROMIUM` names another one. */
export const launchOptions = {
  executablePath: process.env.CHROMIUM ?? (existsSync(withoutWindows) ? withoutWindows : '/usr/bin/chromium'),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
};
