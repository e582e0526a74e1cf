import type { Reading } from '@/server/core/db/like';

/** What each family's search gets: the words, how they are understood, and how many records are shown at most. */
export interface SearchInput {
  text: string;
  reading: Reading;
  limit: number;
}
