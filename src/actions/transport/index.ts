export { openSocket } from './open-socket.ts'
export { straightRoute } from './read-route.ts'
