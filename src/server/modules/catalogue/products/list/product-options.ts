import type { ServiceOptions } from '@/server/core/resource/options';
import { productPolicy } from '../policy';
import { presentListed } from '../presenter';
import { listExtras } from '../product-deals';
import { listConditions } from './product-filters';

export const productOptions: ServiceOptions = {
  table: 'products',
  policy: productPolicy,
  conditions: listConditions,
  include: { extras: listExtras },
  present: presentListed,
};
