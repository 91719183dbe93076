/**
 * Runs the page in a real browser against a real service.
 *
 * TAQUIN          the binary; target/debug/taquin unless named
 * TAQUIN_PORT     a free port; 8177 unless named
 * TAQUIN_ASSETS   serve the page from this folder, not from inside the binary
 * CHROMIUM        the browser; the usual places are looked at unless named
 */

import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';

const root = fileURLToPath(new URL('../../', import.meta.url));
const { TAQUIN = `${root}target/debug/taquin`, TAQUIN_PORT = '8177', TAQUIN_ASSETS, CHROMIUM } = process.env;
const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/snap/bin/chromium'];
const address = `http://127.0.0.1:${TAQUIN_PORT}`;

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.js',
  snapshotPathTemplate: '{testDir}/fixtures/{arg}{ext}',
  outputDir: `${root}target/browser/results`,
  fullyParallel: true,
  workers: 2,
  retries: 0,
  // For machines that are slow or busy; a sound test waits for conditions and is done long before.
  timeout: 90_000,
  expect: { timeout: 20_000 },
  reporter: [['dot']],
  use: {
    baseURL: address,
    viewport: { width: 1280, height: 860 },
    locale: 'en',
    trace: 'off',
    screenshot: 'only-on-failure',
    serviceWorkers: 'block',
    launchOptions: {
      executablePath: CHROMIUM ?? PLACES.find(existsSync),
      args: [
        '--no-sandbox', '--headless', '--disable-gpu', '--no-first-run', '--disable-background-networking',
        '--disable-component-update', '--disable-sync',
      ],
    },
  },
  webServer: {
    // The tests are one address and ask more than a player would; the store is theirs alone.
    command: `"${TAQUIN}" serve --port ${TAQUIN_PORT} --rate 0 --no-store ${TAQUIN_ASSETS ? `--assets "${TAQUIN_ASSETS}"` : ''}`,
    url: `${address}/api/v1/health`,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 5_000 },
    timeout: 60_000,
  },
});
