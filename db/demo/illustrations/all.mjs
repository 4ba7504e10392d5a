import './goods.mjs'

export { draw, kinds, scene } from './draw.mjs'
