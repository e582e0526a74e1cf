import { mediaHook } from './media-hook';

export const phoneQuery = '(max-width: 37.5rem)';

/** True on screens that the style sheet calls `phone`. */
export const useIsPhone = mediaHook(phoneQuery);
