/** Profiles that are kept in the browser, in IndexedDB: nothing of them leaves it. */
import type { Fields } from "./document";

export type Kept = { name: string; document: Fields; when: number };

const open = (): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const asked = indexedDB.open("fairdeal", 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore("profiles", { keyPath: "name" });
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error ?? new Error("the browser keeps nothing"));
  });

const during = async <T>(mode: IDBTransactionMode, work: (profiles: IDBObjectStore) => IDBRequest<T>): Promise<T> => {
  const database = await open();
  try {
    return await new Promise<T>((resolve, reject) => {
      const transaction = database.transaction("profiles", mode);
      const asked = work(transaction.objectStore("profiles"));
      transaction.oncomplete = () => resolve(asked.result);
      transaction.onerror = transaction.onabort = () => reject(transaction.error ?? new Error("the browser did not keep it"));
    });
  } finally {
    database.close();
  }
};

export const all = async (): Promise<Kept[]> => {
  const found = await during("readonly", (profiles) => profiles.getAll() as IDBRequest<Kept[]>);
  return found.sort((one, other) => one.name.localeCompare(other.name));
};
export const keep = (one: Kept) => during("readwrite", (profiles) => profiles.put(one));
export const forget = (name: string) => during("readwrite", (profiles) => profiles.delete(name));
