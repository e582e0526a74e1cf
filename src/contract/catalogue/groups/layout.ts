/** Pages that a group's front may have, and cards that its goods may stand on (reference entities E43). */
export const layoutTypes = ['classic', 'compact', 'minimal', 'modern', 'standard'] as const;

export const productCards = ['helium', 'neon', 'argon', 'krypton', 'xenon', 'radon'] as const;

/** Parts of a front page that are switched on and named one by one; goods picked by hand are one more. */
export const homeBlocks = [
  'bestSelling',
  'popularProducts',
  'category',
  'newArrival',
  'authors',
  'manufactures',
] as const;
