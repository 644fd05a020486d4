interface ImportMeta {
  readonly env: { readonly PROD: boolean };
}
declare module "*?url" {
  const address: string;
  export default address;
}
