import { mediaHook } from './media-hook';

/** True on screens that the style sheet calls `phone`. */
export const useIsPhone = mediaHook('(max-width: 37.5rem)');
