import type { Attachment } from '@/contract/core/define';

/** Registers that requisites are compared with: ЕГРЮЛ and ЕГРИП, and that of the self-employed. */
export const vendorRegisters = ['registry', 'npd'] as const;
export type VendorRegister = (typeof vendorRegisters)[number];

/** Papers that the dictionary names (`shops:vendor-file.papers.<key>`). */
export const paperKeys = [
  'charter',
  'registration',
  'director',
  'passport',
  'npd-certificate',
  'company-card',
  'authority',
] as const;

export interface AskedPaper {
  key: string;
  /** Empty for a paper that the dictionary names. */
  name: string;
  isRequired: boolean;
  hasExpiry: boolean;
}

export type VendorKind = 'organisation' | 'entrepreneur' | 'self_employed';

export interface VendorFileSettings {
  isOn: boolean;
  pauses: boolean;
  contract: number | null;
  papers: Record<VendorKind, AskedPaper[]>;
}

const asked = (key: (typeof paperKeys)[number], isRequired = true, hasExpiry = false): AskedPaper => ({
  key,
  name: '',
  isRequired,
  hasExpiry,
});

/** Off until an operator switches it on. Apart from the other defaults, which every page ships. */
export const defaultVendorFile: VendorFileSettings = {
  isOn: false,
  pauses: true,
  contract: null,
  papers: {
    organisation: [
      asked('charter'),
      asked('registration'),
      asked('director', true, true),
      asked('company-card'),
      asked('authority', false, true),
    ],
    entrepreneur: [asked('passport'), asked('registration'), asked('company-card', false)],
    self_employed: [asked('passport'), asked('npd-certificate', true, true)],
  },
};

export type PaperState = 'waiting' | 'accepted' | 'declined' | 'replaced';

/** A paper as it was sent; the addresses of its file are short-lived. */
export interface VendorPaper {
  id: number;
  version: number;
  state: PaperState;
  file: Attachment;
  expires_on: string | null;
  sent_at: string;
  reason: string | null;
  decided_at: string | null;
  /** Visible to administrators only. */
  decided_by?: string | null;
}

/** `expired`: it was accepted and is out of date. */
export type ItemState = 'missing' | 'waiting' | 'accepted' | 'declined' | 'expired';

export interface VendorItem extends AskedPaper {
  state: ItemState;
  /** The accepted paper in force, also while a newer one waits. */
  isFulfilled: boolean;
  /** All that were sent, the newest first. */
  papers: VendorPaper[];
}

export interface VendorCheck {
  register: VendorRegister;
  /** `missing`: never asked, or the requisites have changed since. */
  state: 'missing' | 'waiting' | 'accepted' | 'declined';
  version: number;
  /** Requisites that differ from the register; `status` for one who works no more. */
  differences: string[];
  reason: string | null;
  checked_at: string | null;
  /** Visible to administrators only; null: by the service. */
  decided_by?: string | null;
}

export interface VendorContract {
  title: string;
  version: number;
  text: string;
  accepted_at: string | null;
}

/** `GET shops/{id}/file` */
export interface VendorFile {
  isOn: boolean;
  /** Null until the shop has requisites. */
  kind: VendorKind | null;
  items: VendorItem[];
  checks: VendorCheck[];
  contract: VendorContract | null;
  /** What is obligatory and not green: `requisites`, keys of papers and registers, `contract`. */
  lacks: string[];
  /** Since when the shop is closed because of an expired paper. */
  paused_at: string | null;
}
