import type { AcquirerSettings } from '@/server/integrations/acquirer-settings';
import type { DeliverySettings } from '@/server/integrations/delivery/open-delivery';
import type { WriterSettings } from '@/server/integrations/descriptions/descriptions';
import type { FileSettings } from '@/server/integrations/files/files';
import type { WatchDeps } from '@/server/integrations/health';
import type { NpdSettings } from '@/server/integrations/npd/npd-status';
import type { SbpSettings } from '@/server/integrations/sbp/sbp-payments';
import type { SendSettings } from '@/server/integrations/send-settings';
import type { StandInSettings } from '@/server/integrations/stand-in';
import type { DirectorySettings } from '@/server/integrations/suggest/open-directories';
import type { Database } from './context';
import type { Listen } from './db/listen';
import type { TrustProxy } from './env';
import type { SecretsSettings } from './rights/secrets';
import type { Replica } from './scale/replica';

/** What every request needs: the database, the clock, and what its context says about the installation. */
export interface RequestDeps extends SbpSettings, AcquirerSettings, SecretsSettings {
  db: Database;
  now: () => Date;
  /** Public address of the panel, the base of links in emails. */
  publicUrl: string;
  /** `PUBLIC_URL` is not set: a trusted proxy knows the address better. */
  isPublicUrlGuessed?: boolean;
  /** A second server for reads that tolerate a little lag. */
  replica?: Replica | undefined;
}

/** What stored files need: their place, and the health of a storage elsewhere. */
export type FileDeps = FileSettings & WatchDeps;

/** The limit of uploads, which forms show, too. */
export interface UploadLimit {
  uploadMaxBytes: number;
}

/** What look-ups in forms need: directories, the delivery host and a map; a built-in one replaces each but the map. */
export interface LookupDeps extends DirectorySettings, DeliverySettings, NpdSettings, WatchDeps {
  /** Key of the map in forms; they work without it. */
  mapsKey?: string | undefined;
}

/** What generated descriptions need; the feature is off without its service. */
export type DescriptionDeps = WriterSettings & WatchDeps;

/** What work outside of a request needs to know about the database. */
export interface DatabaseDeps {
  databaseKind: 'embedded' | 'server';
  /** Subscribes to notifications of transactions: the source of live updates. */
  listen: Listen;
}

export interface MonitoringDeps extends WatchDeps {
  /** Bearer key of scrapers of `/metrics`; without it there are no metrics and no route. */
  metricsToken?: string | undefined;
  /** Target of error reports; without it the route that forwards them does not exist. */
  sentryDsn: string | undefined;
}

export interface ArchiveDeps extends FileSettings, WatchDeps {
  /** Age in months at which journal entries are archived into files; without it never. */
  archiveAfterMonths?: number | undefined;
}

/** What the server of the process needs, with or without the API. */
export interface ServerDeps {
  trustProxy: TrustProxy;
  logLevel: string;
  /** Receives the log lines; standard output by default. */
  logTo?: { write: (line: string) => void } | undefined;
}

/** What signing in at other providers needs. */
export interface ProviderDeps {
  /** Tests sign in at a provider of this machine: any address and port, also without https. */
  allowLocalProviders?: boolean | undefined;
}

/** What the check of a licence needs. */
export interface LicenseDeps {
  licenseKey: string | undefined;
}

/** Configuration and connections of the whole API, for the start; every part of it takes the parts that it uses. */
export interface Deps
  extends RequestDeps,
    FileSettings,
    UploadLimit,
    SendSettings,
    LookupDeps,
    DescriptionDeps,
    DatabaseDeps,
    MonitoringDeps,
    ArchiveDeps,
    ServerDeps,
    ProviderDeps,
    LicenseDeps,
    StandInSettings {
  version: string;
  /** Origins of pages that may call the API; all when there are none. */
  corsOrigins: string[];
}
