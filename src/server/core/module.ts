import type { FastifyInstance } from 'fastify';
import type { RawBuilder, SqlBool } from 'kysely';
import type { ResourceName } from '@/contract';
import type { Deps } from './deps';
import type { Jobs } from './jobs/job';
import type { ResourceService } from './resource/service';

/** The service of every family. */
export type Services = Record<ResourceName, ResourceService>;

/** Registers the routes of one subject below `/admin/rest`. */
export type Routes = (api: FastifyInstance, deps: Deps, services: Services) => void | Promise<void>;

/** What a domain adds to the server; `app.ts` loops over the modules. */
export interface Module {
  routes: readonly Routes[];
  /** Services of the domain's families. */
  resources: Partial<Record<ResourceName, ResourceService>>;
  /** Work that outlives a request (`core/jobs`). */
  jobs?: Jobs;
  /** Condition on attachments `f` whose originals must not be public, for example because they are sold. */
  withheldFiles?: RawBuilder<SqlBool>;
}

export function defineModule<const Definition extends Module>(module: Definition): Definition {
  return module;
}
