import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { chromium } from 'playwright';

// The headless shell is the same engine without a window: half the work per page.
const usual = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
];

/** Flags for a closed network and for running as root. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * Finds a Chromium: CHROMIUM_PATH, the system's, or Playwright's download; as root on Debian it is installed. Throws an Error
 * with instructions when there is none.
 */
export function findChromium(): string {
  const found = installed();
  if (found) return found;
  if (process.getuid?.() === 0 && isDebian()) {
    process.stdout.write('No Chromium: installing it with apt-get…\n');
    const options = { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const;
    spawnSync('apt-get', ['update', '-qq'], options);
    for (const name of ['chromium-headless-shell', 'chromium']) {
      spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], options);
      const now = installed();
      if (now) return now;
    }
  }
  throw new Error(
    "The browser tests need Chromium. Install your system's package (Debian: apt-get install chromium), " +
      'run "npx playwright install chromium", or set CHROMIUM_PATH.',
  );
}

function installed(): string | undefined {
  return [process.env.CHROMIUM_PATH, ...usual, chromium.executablePath()].find(
    (path) => path && existsSync(path),
  );
}

function isDebian(): boolean {
  return existsSync('/etc/os-release') && /\bdebian\b/.test(readFileSync('/etc/os-release', 'utf8'));
}
