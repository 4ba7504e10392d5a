import { gateShop, holdKinds } from '#test/support/lighthouse-gate.ts';

holdKinds(await gateShop(), ['home', 'category', 'search', 'product', 'cart', 'order', 'brand', 'action']);
