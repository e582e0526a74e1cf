import type { ComponentType } from 'react';
import type { AnyResource, BaseRow } from '@/contract/define';

/** A row of whichever family: what the engine knows is its base, the rest is read through the declaration. */
export type Row = BaseRow & Record<string, unknown>;

export type Values = Record<string, unknown>;

export interface ListProps {
  resource: AnyResource;
  shop?: string;
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

/** Parts that a family brings itself (style §1): a whole screen, never a flag. */
export interface Parts {
  List?: ComponentType<ListProps>;
  Form?: ComponentType<FormProps>;
  Details?: ComponentType<DetailsProps>;
}
