import { mediaHook } from '@/lib/hooks/media-hook';

/** True where the style sheet has no `desk`: goods and order are one above the other. */
export const useIsBelowDesk = mediaHook('(max-width: 63.99rem)');
