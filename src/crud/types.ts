import type { ComponentType, ReactNode } from 'react';
import type { AnyResource, BaseRow } from '@/contract/core/define';
import type { BulkMoreProps } from '@/crud/list/bulk-actions';
import type { Ask } from '@/crud/list/list-state';

/** A row of whichever family: what the engine knows is its base, the rest is read through the declaration. */
export type Row = BaseRow & Record<string, unknown>;

export type JsonRecord = Record<string, unknown>;

export interface ListProps {
  resource: AnyResource;
  shop?: string;
  /** What a family has beside the create button. */
  extra?: ReactNode;
  /** What may be done with a row beside editing and deleting. */
  rowExtra?: (row: Row) => ReactNode;
  /** Cells that the family draws itself; undefined leaves one to its kind. */
  cell?: ((row: Row, key: string) => ReactNode) | undefined;
  /** True where `BulkMore` does something with rows that the engine itself changes nothing of. */
  canTick?: boolean;
  /** What is done with ticked rows beside removing them, instead of setting their fields. */
  BulkMore?: ComponentType<BulkMoreProps> | undefined;
  /** What a row opens, where that is no screen of the family. */
  hrefOf?: ((row: Row) => string) | undefined;
}

export interface FormProps {
  resource: AnyResource;
  /** Absent on create. */
  row?: Row;
  shop?: string;
}

export interface DetailsProps {
  resource: AnyResource;
  id: string;
  shop?: string;
}

export interface TextsProps {
  resource: AnyResource;
  /** The row in the default language, */
  source: Row;
  /** and in the one that is written. */
  row: Row;
  language: string;
  shop?: string;
  /** Which language that is, or a choice of it. */
  top: ReactNode;
}

/** Whole screens that a family brings itself (style §1). A list that `asks` otherwise says how, to be asked for ahead. */
export interface Parts {
  List?: ComponentType<ListProps> & { asks?: Ask };
  Form?: ComponentType<FormProps>;
  Details?: ComponentType<DetailsProps>;
  /** Of the screen that translates: texts that stand deeper than in fields of their own. */
  Texts?: ComponentType<TextsProps>;
}
