/** Upload types of specification §5: kind → media types that its content may be detected as. */
export const uploadTypes = {
  jpeg: ['image/jpeg'],
  png: ['image/png'],
  pdf: ['application/pdf'],
  zip: ['application/zip'],
  rar: ['application/x-rar-compressed', 'application/vnd.rar'],
  epub: ['application/epub+zip'],
  psd: ['image/vnd.adobe.photoshop'],
} as const;

export type UploadKind = keyof typeof uploadTypes;

/** Kinds that get a thumbnail and are shown inline. */
export const pictureKinds: readonly UploadKind[] = ['jpeg', 'png'];

/** Larger pictures are refused: a decoded one takes four bytes a pixel. */
export const maxMegapixels = 50;
