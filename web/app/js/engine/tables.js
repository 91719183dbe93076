/**
 * Pattern databases kept between visits, in IndexedDB, under a name that ends with their checksum.
 *
 * Nothing here fails: where there is no storage (private windows, a full disk), nothing is kept, and
 * tables are built again. The engine checks every byte of what it loads.
 */

const STORE = 'tables';

/** @type {Promise<IDBDatabase | null> | null} */
let database = null;

/** @returns {Promise<IDBDatabase | null>} */
function open() {
  database ??= new Promise((resolve) => {
    try {
      const request = indexedDB.open('taquin-tables', 1);
      request.onupgradeneeded = () => request.result.createObjectStore(STORE);
      request.onsuccess = () => resolve(request.result);
      request.onerror = request.onblocked = () => resolve(null);
    } catch {
      resolve(null);
    }
  });
  return database;
}

/**
 * The result of one request, null where it fails.
 * @template T
 * @param {IDBTransactionMode} mode @param {(store: IDBObjectStore) => IDBRequest<T>} deed @returns {Promise<T | null>}
 */
async function request(mode, deed) {
  const db = await open();
  if (!db) return null;
  return new Promise((resolve) => {
    try {
      const transaction = db.transaction(STORE, mode);
      const asked = deed(transaction.objectStore(STORE));
      transaction.oncomplete = () => resolve(asked.result);
      transaction.onerror = transaction.onabort = () => resolve(null);
    } catch {
      resolve(null);
    }
  });
}

/** The names of all tables of a size. @param {string} size like `4x4` @returns {Promise<string[]>} */
export async function namesOf(size) {
  const names = await request('readonly', (store) => store.getAllKeys());
  return (names ?? []).map(String).filter((name) => name.startsWith(`${size}-`));
}

/** @param {string} name @returns {Promise<Uint8Array | null>} */
export async function readTable(name) {
  const bytes = await request('readonly', (store) => store.get(name));
  return bytes instanceof ArrayBuffer ? new Uint8Array(bytes) : null;
}

/** Whether it could be kept. @param {string} name @param {ArrayBuffer} bytes @returns {Promise<boolean>} */
export async function keepTable(name, bytes) {
  return (await request('readwrite', (store) => store.put(bytes, name))) !== null;
}

/** @param {string} name */
export async function dropTable(name) {
  await request('readwrite', (store) => store.delete(name));
}
