import type { Domain } from '../domains';

/** How much of a family lacks texts in a language, `GET translations`. */
export interface TranslationGap {
  family: string;
  /** Dictionary with the names of its fields. */
  domain: Domain;
  language: string;
  total: number;
  /** Rows without a text that the original has. */
  lacking: number;
}

/** A row that lacks texts, `GET translations/{family}?language=`. */
export interface LackingRow {
  id: number;
  title: string;
  /** Its key in addresses. */
  key: string;
  /** Fields whose text is missing. */
  lacks: string[];
}

export interface LackingRows {
  rows: LackingRow[];
  /** All that lack texts, shown or not. */
  total: number;
}
