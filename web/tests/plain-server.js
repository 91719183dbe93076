/** The static site in a folder of a plain file server, which knows no more than the endings of files. */

import { execFileSync } from 'node:child_process';
import { createReadStream, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';

/** What a plain server knows; the engine is just bytes to it. @type {Record<string, string>} */
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.json': 'application/json', '.svg': 'image/svg+xml', '.png': 'image/png' };
const FOLDER = '/some/folder/';

/** @param {string} taquin the binary that writes the site */
export async function serveSite(taquin) {
  const folder = mkdtempSync(join(tmpdir(), 'taquin-site-'));
  execFileSync(taquin, ['site', folder]);
  const site = {
    folder,
    base: '',
    /** Whether the server takes requests and never answers. */
    isHung: false,
    /** Requests that lead nowhere. @type {string[]} */
    lost: [],
    close: () => {
      server.close();
      server.closeAllConnections();
      rmSync(folder, { recursive: true });
    },
  };
  const server = createServer((request, response) => {
    if (site.isHung) return;
    const path = decodeURIComponent(new URL(request.url ?? '', 'http://x').pathname);
    let file = path.startsWith(FOLDER) ? join(folder, path.slice(FOLDER.length)) : '';
    if (file && existsSync(file) && statSync(file).isDirectory()) file = join(file, 'index.html');
    if (!file || !existsSync(file)) {
      site.lost.push(path);
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' });
    createReadStream(file).pipe(response);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  site.base = `http://127.0.0.1:${port}${FOLDER}`;
  return site;
}
