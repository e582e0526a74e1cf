import type { FastifyInstance } from 'fastify';
import type { RawBuilder, SqlBool } from 'kysely';
import type { ResourceName } from '@/contract';
import type { Deps } from './http/route';
import type { Jobs } from './jobs/job';
import type { ResourceService } from './resource/service';

/** Adds the addresses of one subject below `/admin/rest`. */
export type Routes = (api: FastifyInstance, deps: Deps) => void | Promise<void>;

/** What a domain adds to the API; `app.ts` loops over the modules and knows nothing else of them. */
export interface Module {
  routes: readonly Routes[];
  /** The service that answers each family of the domain. */
  resources: Partial<Record<ResourceName, ResourceService>>;
  /** Work that outlives a request (`core/jobs`). */
  jobs?: Jobs;
  /** True for attachments `f` whose original is not for everybody though they are public: it is sold, say. */
  withheldFiles?: RawBuilder<SqlBool>;
}

export function defineModule<const Definition extends Module>(module: Definition): Definition {
  return module;
}
