/* Kernels of programs/gpu/, as a student would write them in OpenCL. They access what the programs access, statement by
 * statement; loop headers and subscripts access no memory. */

kernel void copy(global const int *A, global int *B) {
  int i = get_group_id(0) * get_local_size(0) + get_local_id(0);
  B[i] = A[i];
}

kernel void reduction_halves(global const int *A, global int *R) {
  local int S[16];
  int t = get_local_id(0), g = get_group_id(0);
  S[t] = A[16 * g + t];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int s = 8; s > 0; s = s / 2) {
    if (t < s)
      S[t] = S[t] + S[t + s];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (t == 0)
    R[g] = S[0];
}

kernel void transpose_tiled(global const int *A, global int *B) {
  local int S[4][4];
  int tx = get_local_id(0), ty = get_local_id(1), gx = get_group_id(0), gy = get_group_id(1);
  S[ty][tx] = A[(4 * gy + ty) * 8 + 4 * gx + tx];
  barrier(CLK_LOCAL_MEM_FENCE);
  B[(4 * gx + ty) * 8 + 4 * gy + tx] = S[tx][ty];
}

kernel void matrix_product_tiled(global const int *A, global const int *B, global int *C) {
  local int S[4][4], R[4][4];
  int tx = get_local_id(0), ty = get_local_id(1), gx = get_group_id(0), gy = get_group_id(1), x = 0;
  for (int m = 0; m < 2; m++) {
    S[ty][tx] = A[(4 * gy + ty) * 8 + 4 * m + tx];
    R[ty][tx] = B[(4 * m + ty) * 8 + 4 * gx + tx];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < 4; k++)
      x += S[ty][k] * R[k][tx];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  C[(4 * gy + ty) * 8 + 4 * gx + tx] = x;
}

kernel void stencil(global const int *A, global int *B) {
  local int S[10];
  int t = get_local_id(0), g = get_group_id(0);
  S[t + 1] = A[8 * g + t + 1];
  if (t < 2)
    S[9 * t] = A[8 * g + 9 * t];
  barrier(CLK_LOCAL_MEM_FENCE);
  B[8 * g + t] = S[t] + S[t + 1] + S[t + 2];
}

kernel void without_barrier(global const int *A, global int *B) {
  local int S[8];
  int t = get_local_id(0);
  S[t] = A[t];
  if (t > 0)
    B[t] = S[t - 1];
}
