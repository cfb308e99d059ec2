export async function generateValidators() {}
