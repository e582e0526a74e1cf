import { mediaHook } from './media-hook';

/** True in windows that the style sheet calls `narrow`: next to the menu a table has less than 1100 px. */
export const useIsNarrow = mediaHook('(max-width: 84rem)');
