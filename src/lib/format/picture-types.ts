import { pictureKinds, uploadTypes } from '@/contract/core/patterns';

/** Media types that may be shown as a picture (specification §5). */
export const pictureTypes: readonly string[] = pictureKinds.flatMap((kind) => uploadTypes[kind]);
