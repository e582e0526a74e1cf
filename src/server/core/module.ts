import type { FastifyInstance } from 'fastify';
import type { RawBuilder, SqlBool } from 'kysely';
import type { ResourceName } from '@/contract';
import type { LiveType } from '@/contract/core/live';
import type { DB } from './db/types';
import type { Deps } from './deps';
import type { Consumer } from './events/event';
import type { Jobs } from './jobs/job';
import type { ResourceService } from './resource/service';

export type Services = Record<ResourceName, ResourceService>;

/** Registers the routes of one subject below `/admin/rest`. */
export type Routes = (api: FastifyInstance, deps: Deps, services: Services) => void | Promise<void>;

/** What writes cause beside their own statement. A test compares this with the database and the code. */
export interface Effects {
  /** By table and function. Triggers are for what several writers rely on, or must stay right when they are concurrent. */
  triggers?: Readonly<Record<`${keyof DB}: ${string}`, string>>;
  /** Events that open panels receive. */
  events?: Readonly<Partial<Record<LiveType, string>>>;
}

/** Those of the core's own tables and functions. */
export const coreEffects: Effects = {
  triggers: {
    'audit_log: set_audit_shop': 'gives an entry the shop of its record',
  },
  events: {
    session: 'the rights or sessions of a person changed',
    presence: 'somebody opened or closed an edit form that others have open',
  },
};

/** What a domain adds to the server; `app.ts` loops over the modules. */
export interface Module {
  routes: readonly Routes[];
  /** Services of the domain's families. */
  resources: Partial<Record<ResourceName, ResourceService>>;
  /** Work that outlives a request (`core/jobs`). */
  jobs?: Jobs;
  /** What it does about events of others (`core/events`). */
  consumers?: readonly Consumer[];
  effects: Effects;
  /** Condition on attachments `f` whose originals must not be public, for example because they are sold. */
  withheldFiles?: RawBuilder<SqlBool>;
}

export function defineModule<const Definition extends Module>(module: Definition): Definition {
  return module;
}
