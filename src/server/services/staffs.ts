import { staffs } from '@/contract/staffs';
import { ownShop } from '../policies/own-shop';
import { resourceService } from './resource-service';

export const staffsService = resourceService(staffs, { table: 'users', policy: ownShop });
