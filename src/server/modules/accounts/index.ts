import { defineModule } from '@/server/core/module';
import { addressRoutes } from './address-routes';
import { authRoutes } from './sign-in/routes';
import { userRoutes } from './user-routes';
import { usersService } from './users';

/** Sign-in, sessions, users, addresses, wallets and points. */
export const accounts = defineModule({
  routes: [authRoutes, userRoutes, addressRoutes],
  resources: {
    users: usersService,
  },
});
