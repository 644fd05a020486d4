/** Files to disk, and files that are dropped. */
const types: Record<string, string> = { html: "text/html", pdf: "application/pdf", csv: "text/csv", json: "application/x-ndjson" };

export const download = (bytes: Uint8Array, name: string, format: string) => {
  const blob = new Blob([bytes as Uint8Array<ArrayBuffer>], { type: types[format] ?? "text/plain" });
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
};

/** A name for a file, of what is safe in one. */
export const fileName = (title: string, ending: string): string => {
  const safe = title.normalize("NFKD").replace(/[^\w-]+/g, "-").replace(/^-+|-+$/g, "").slice(0, 60);
  return `${safe || "boards"}.${ending}`;
};
