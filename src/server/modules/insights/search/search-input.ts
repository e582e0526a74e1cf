/** What each family's search gets: the words, and how many records are shown at most. */
export interface SearchInput {
  text: string;
  limit: number;
}
