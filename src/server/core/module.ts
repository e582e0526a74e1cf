import type { FastifyInstance } from 'fastify';
import type { ResourceName } from '@/contract';
import type { Deps } from './http/route';
import type { ResourceService } from './resource/service';

/** Adds the addresses of one subject below `/admin/rest`. */
export type Routes = (api: FastifyInstance, deps: Deps) => void | Promise<void>;

/** What a domain adds to the API; `app.ts` loops over the modules and knows nothing else of them. */
export interface Module {
  routes: readonly Routes[];
  /** The service that answers each family of the domain. */
  resources: Partial<Record<ResourceName, ResourceService>>;
}

export function defineModule<const Definition extends Module>(module: Definition): Definition {
  return module;
}
