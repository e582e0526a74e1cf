import type { FastifyInstance } from 'fastify';
import type { RawBuilder, SqlBool } from 'kysely';
import type { ResourceName } from '@/contract';
import type { Deps } from './http/route';
import type { Jobs } from './jobs/job';
import type { ResourceService } from './resource/service';

/** Registers the routes of one subject below `/admin/rest`. */
export type Routes = (api: FastifyInstance, deps: Deps) => void | Promise<void>;

/** What a domain adds to the server; `app.ts` loops over the modules and knows nothing else about them. */
export interface Module {
  routes: readonly Routes[];
  /** The service of each family of the domain. */
  resources: Partial<Record<ResourceName, ResourceService>>;
  /** Work that outlives a request (`core/jobs`). */
  jobs?: Jobs;
  /** Condition on attachments `f`: the original of a public file is not public, because it is for sale, say. */
  withheldFiles?: RawBuilder<SqlBool>;
}

export function defineModule<const Definition extends Module>(module: Definition): Definition {
  return module;
}
