import { pictureKinds, uploadTypes } from '@/contract/core/files/upload-types';

/** Media types that can be displayed as a picture. */
export const pictureTypes: readonly string[] = pictureKinds.flatMap((kind) => uploadTypes[kind]);
