import type { ComponentType, ReactNode } from 'react';
import type { AnyResource, Screen } from '@/contract/core/define';
import type { Namespace } from '@/contract/domains';
import type { AnyRow } from '@/contract/endpoint-types';
import type { SavedViewState } from '@/contract/settings/saved-views';
import type { BulkMoreProps } from '@/crud/list/bulk-actions';

/** A row of any family: the engine knows its base; the rest is read through the declaration. */
export type Row = AnyRow;

export type JsonRecord = Record<string, unknown>;

/** A tab above a list: the rows that match its query. */
export interface ListTab {
  /** Its name in the address and in the response of `GET <endpoint>/counts`. */
  key: string;
  label: string;
  /** Search pairs that the rows must match. */
  query: Record<string, string>;
}

/** State of a list, stored in its address. */
export interface ListState extends Omit<SavedViewState, 'columns'> {
  page: number;
}

/** Changes the standard query of a family for a list that requests its rows differently. */
export type AdaptQuery = (query: Record<string, unknown>, state: ListState) => Record<string, unknown>;

export interface ListProps {
  resource: AnyResource;
  shop?: string;
  /** Tabs with counts; the first one is open without a choice. */
  tabs?: readonly ListTab[] | undefined;
  /** Shown next to the create button. */
  extra?: ReactNode;
  /** Row actions besides edit and delete. */
  rowExtra?: (row: Row) => ReactNode;
  /** Renders a row's «•••» lines above translating and deleting; undefined for a row without any. */
  rowMenu?: (row: Row) => ((close: () => void) => ReactNode) | undefined;
  /** A row on a phone, null while its code loads; by default the engine derives it from the columns. */
  card?: ((row: Row) => ReactNode) | null | undefined;
  /** Shown next to the create button of an empty list. */
  emptyExtra?: ReactNode;
  /** Custom cell; undefined falls back to the column's kind. */
  cell?: ((row: Row, key: string) => ReactNode) | undefined;
  /** Bulk actions that replace setting fields; delete stays. */
  BulkMore?: ComponentType<BulkMoreProps> | undefined;
  /** Target of a row's title, when it is not a screen of the family. */
  hrefOf?: ((row: Row) => string) | undefined;
}

export interface FormProps {
  resource: AnyResource;
  /** Undefined on create. */
  row?: Row;
  shop?: string;
}

/** Details of one family name its endpoint, from which the row's type follows. */
export interface DetailsProps<Endpoint extends string = string> {
  resource: AnyResource<Endpoint>;
  id: string;
  shop?: string;
}

export interface TextsProps {
  resource: AnyResource;
  /** The row in the default language. */
  source: Row;
  /** The row in the language being written. */
  row: Row;
  language: string;
  shop?: string;
  /** Name of that language, or a picker for it. */
  top: ReactNode;
}

/** Whole screens that a family replaces. A list that changes the query declares `adaptQuery` for prefetching. */
export interface Parts<Endpoint extends string = string> {
  List?: ComponentType<ListProps> & { adaptQuery?: AdaptQuery };
  Form?: ComponentType<FormProps>;
  Details?: ComponentType<DetailsProps<Endpoint>>;
  /** Translation screen of a family with nested texts. */
  Texts?: ComponentType<TextsProps>;
  /** Dictionaries that the list shows besides the family's own and `common`. */
  texts?: readonly Namespace[];
}

/** A screen that takes the record and the shop from its address. */
export interface OpenScreen {
  screen: Screen;
  id?: string;
  shop?: string;
}
