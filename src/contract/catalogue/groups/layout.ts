/** Layouts of a group's front page and of its product cards. */
export const layoutTypes = ['classic', 'compact', 'minimal', 'modern', 'standard'] as const;

export const productCards = ['helium', 'neon', 'argon', 'krypton', 'xenon', 'radon'] as const;

/** Blocks of a front page, each with a switch and a title; handpicked products are one more. */
export const homeBlocks = [
  'bestSelling',
  'popularProducts',
  'category',
  'newArrival',
  'authors',
  'manufactures',
] as const;
